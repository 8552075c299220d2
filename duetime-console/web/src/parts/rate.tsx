import { w } from '../words';
import { Field } from './field';

/** How a redrive is made in parts; an empty text asks for nothing. */
export interface Parts {
  /** How many jobs: 100, or a share such as 10%. */
  first: string;
  perSecond: string;
  stopAtFailures: string;
}

/** What tries a part, and stops when too many jobs fail again. */
export const CAREFUL: Parts = { first: '10%', perSecond: '20', stopAtFailures: '20%' };

const ALLOWED: Record<keyof Parts, RegExp> = {
  first: /^(([1-9]\d?|100)%|[1-9]\d{0,7})?$/,
  perSecond: /^([1-9]\d{0,5}|1000000)?$/,
  stopAtFailures: /^(([1-9]\d?|100)%)?$/,
};

const NAMES = ['first', 'perSecond', 'stopAtFailures'] as const;

export const areParts = (parts: Parts): boolean => NAMES.every((name) => ALLOWED[name].test(parts[name].trim()));

/** The parts as the API takes them. */
export function bodyOf(parts: Parts): Record<string, string | number> {
  const given = NAMES.filter((name) => parts[name].trim() !== '');
  return Object.fromEntries(given.map((name) => [name, name === 'perSecond' ? Number(parts[name]) : parts[name].trim()]));
}

/** How many of some jobs are redriven. */
export function planned(first: string, count: number): number {
  const share = /^(\d+)%$/.exec(first.trim());
  return Math.min(count, share ? Math.ceil((count * Number(share[1])) / 100) : Number(first) || count);
}

interface PartsFieldsProps {
  parts: Parts;
  onParts: (parts: Parts) => void;
}

/** How many jobs are redriven, how fast, and when that ends. */
export function PartsFields({ parts, onParts }: PartsFieldsProps) {
  const words = w();
  return (
    <>
      {NAMES.map((name) => (
        <Field key={name} label={words.parts[name]} hint={words.parts.hints[name]} wrong={ALLOWED[name].test(parts[name].trim()) ? null : words.parts.wrong[name]}>
          <input autoComplete="off" value={parts[name]} onInput={(event) => onParts({ ...parts, [name]: event.currentTarget.value })} />
        </Field>
      ))}
    </>
  );
}
