import { effect, signal } from '@preact/signals';

const KEY = 'duetime-keys';

/** Whether single keys act. Who speaks to the browser turns them off, as spoken words are keys to it. */
export const hasKeys = signal(localStorage.getItem(KEY) !== 'off');

effect(() => {
  localStorage.setItem(KEY, hasKeys.value ? 'on' : 'off');
});
