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

/** A text that is kept beside what it is about, in each language. */
export type Texts = { en: string; zh: string };

export const inLanguage = (texts: Texts): string => (language.value === 'zh' ? texts.zh : texts.en);

export function choose(next: string): void {
  language.value = next;
  localStorage.setItem(KEY, next);
  document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en';
}
