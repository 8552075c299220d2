import type { Bucket, Timeline } from '../api/types';
import { w } from '../words';
import { measured, number } from './text';

/** A bar of the timeline: what ran, and what waits, divided at the present moment. */
export interface Bar extends Bucket {
  overdue: number;
  due: number;
}

const millis = (moment: string): number => new Date(moment).getTime();

/** The part of the bar of the present moment that is past; null if there is none in the picture. */
export function pastOfPresent({ now, buckets }: Timeline): { from: string; to: string } | null {
  const at = millis(now);
  const present = buckets.find((bucket) => millis(bucket.from) < at && at < millis(bucket.to));
  return present ? { from: present.from, to: now } : null;
}

/**
 * The bars of a picture.
 *
 * @param past the jobs that wait in the past part of the bar of the present moment; null while that is not known
 * @param isRanKnown whether bars are long enough to tell what ran in them
 */
export function barsOf({ now, buckets }: Timeline, past: Bucket | null, isRanKnown: boolean): Bar[] {
  const at = millis(now);
  return buckets.map((bucket) => {
    const known = past?.from === bucket.from ? Math.min(past.waiting, bucket.waiting) : 0;
    const overdue = millis(bucket.to) <= at ? bucket.waiting : known;
    return { ...bucket, ran: isRanKnown ? bucket.ran : 0, failed: isRanKnown ? bucket.failed : 0, overdue, due: bucket.waiting - overdue };
  });
}

/** All bars in a few words. */
export function summary(bars: readonly Bar[], isRanKnown = true): string {
  const words = w();
  const sum = (of: (bar: Bar) => number): number => bars.reduce((total, bar) => total + of(bar), 0);
  const [ran, failed, overdue, due] = [sum((bar) => bar.ran), sum((bar) => bar.failed), sum((bar) => bar.overdue), sum((bar) => bar.due)];
  if (ran + failed + overdue + due === 0) return isRanKnown ? words.noneRan : words.noneDue;
  const worst = bars.reduce((most, bar) => (bar.ran ? Math.max(most, bar.latenessMaxMs) : most), 0);
  return [
    ...(isRanKnown ? [`${number(ran)} ${words.ran}${ran ? `, ${words.maxLate} ${measured(worst)}` : ''}`] : []),
    ...(failed ? [`${number(failed)} ${words.failed}`] : []),
    ...(overdue ? [`${number(overdue)} ${words.overdue}`] : []),
    `${number(due)} ${words.ahead}`,
  ].join('; ');
}
