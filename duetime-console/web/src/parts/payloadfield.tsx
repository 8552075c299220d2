import { w } from '../words';

export const JSON_TYPE = 'application/json';
export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** A payload as its reader writes it. */
export interface Written {
  text: string;
  type: string;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the text is what its type says. */
export const isFit = ({ text, type }: Written): boolean => type !== JSON_TYPE || text.trim() === '' || isJson(text);

interface PayloadFieldProps {
  written: Written;
  onWritten: (written: Written) => void;
  /** A type besides JSON and text. */
  other?: string | undefined;
}

/** A payload, sent as it is written, and whether it is JSON or a text. */
export function PayloadField({ written, onWritten, other }: PayloadFieldProps) {
  const words = w();
  const names: Record<string, string> = { [JSON_TYPE]: words.form.json, [TEXT_TYPE]: words.form.text };
  const types = [...new Set([JSON_TYPE, TEXT_TYPE, other ?? JSON_TYPE])];
  const isBad = !isFit(written);
  return (
    <div class="field">
      <div class="bar">
        <label for="payload">{words.payload}</label>
        <div class="choice" role="group" aria-label={words.form.contentType}>
          {types.map((type) => <button key={type} type="button" aria-pressed={type === written.type} onClick={() => onWritten({ ...written, type })}>{names[type] ?? type}</button>)}
        </div>
      </div>
      <textarea id="payload" rows={6} spellcheck={false} aria-invalid={isBad} value={written.text} onInput={(event) => onWritten({ ...written, text: event.currentTarget.value })} />
      {isBad ? <small class="failure" role="alert">{words.form.badJson}</small> : null}
    </div>
  );
}
