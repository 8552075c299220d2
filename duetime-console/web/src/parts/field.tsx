import { cloneElement, type ComponentChildren, type VNode } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  label: ComponentChildren;
  hint?: string;
  /** What stands beside the label. */
  mark?: ComponentChildren;
  /** What is wrong with the value. */
  wrong?: string | null;
  /** The input itself; an id that it has is kept. */
  children: VNode<{ id?: string }>;
}

/** An input with its label; hint and error describe it. */
export function Field({ label, hint, mark, wrong, children }: FieldProps) {
  const made = useId();
  const id = children.props.id ?? made;
  const note = wrong ?? hint;
  const described = note ? { 'aria-describedby': `${id}-note` } : {};
  return (
    <div class="field">
      <div><label for={id}>{label}</label>{mark}</div>
      {cloneElement(children, { id, ...described, ...(wrong ? { 'aria-invalid': true } : {}) })}
      {note ? <small id={`${id}-note`} class={wrong ? 'failure' : 'muted'} {...(wrong ? { role: 'alert' } : {})}>{note}</small> : null}
    </div>
  );
}
