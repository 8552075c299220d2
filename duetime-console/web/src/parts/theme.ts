import { effect, signal } from '@preact/signals';

const KEY = 'duetime-theme';

/** light, dark, or system for what the system prefers. */
export const theme = signal(localStorage.getItem(KEY) ?? 'system');

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(KEY, theme.value);
});
