import { computed, signal } from '@preact/signals';
import { en, type Words } from './en';
import { zh } from './zh';

const KEY = 'duetime-language';
const known: Record<string, Words> = { en, zh };

export const language = signal(
  localStorage.getItem(KEY) ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'),
);

const words = computed<Words>(() => known[language.value] ?? en);

/** The texts in the chosen language. Read it while a component is drawn. */
export const w = (): Words => words.value;

export function choose(next: string): void {
  language.value = next;
  localStorage.setItem(KEY, next);
  document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en';
}
