import { w } from '../words';
import { Field } from './field';

/** Whether a text is a number of jobs a second, or empty for all at once. */
export const isRate = (text: string): boolean => /^([1-9]\d{0,8})?$/.test(text.trim());

/** The rate as the API takes it. */
export const rateOf = (text: string): { perSecond?: number } => (text.trim() ? { perSecond: Number(text) } : {});

interface RateFieldProps {
  value: string;
  onValue: (value: string) => void;
}

/** How many jobs a second become due. */
export function RateField({ value, onValue }: RateFieldProps) {
  const words = w();
  return (
    <Field label={words.per} hint={words.perHint} wrong={isRate(value) ? null : words.perWrong}>
      <input inputMode="numeric" value={value} onInput={(event) => onValue(event.currentTarget.value)} />
    </Field>
  );
}
