import { signal } from '@preact/signals';

/** The time of the store is ahead of the browser's by this; set from answers that have it. */
export const aheadMs = signal(0);

/** The time now, a second at a time, by the clock of the store. */
export const now = signal(Date.now());

export function told(storeNow: string): void {
  aheadMs.value = new Date(storeNow).getTime() - Date.now();
}

/** Whether the numbers on the page are old, so that no time goes on beside them. */
export const isFrozen = signal(false);

setInterval(() => {
  if (!isFrozen.peek() && document.visibilityState === 'visible') now.value = Date.now() + aheadMs.value;
}, 1_000);
