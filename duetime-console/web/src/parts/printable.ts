import { options, type VNode } from 'preact';

/** Control characters except tabs and line ends, and those that change the direction of text (U+202A to U+202E, U+2066 to U+2069). */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The text with each of them as an escape, such as \\u202e, so that it reads in the order in which it is stored. */
export function printable(text: string): string {
  return text.replace(CONTROL, (each) => `\\u${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
}

/** Names that take one line where others are beside them. */
const ONE_LINE = '.name, .badge, .table td';

/** A text that is cut is told whole in the tip of the mouse. */
export function tipWhatIsCut(): void {
  addEventListener('pointerover', ({ target }) => {
    const cut = (target as Element).closest?.<HTMLElement>(ONE_LINE);
    if (cut) cut.title = cut.scrollWidth > cut.clientWidth ? cut.textContent : '';
  });
}

/** Draws every text and title of the console so; values of fields stay as they are. */
export function drawPrintable(): void {
  const before = options.vnode;
  options.vnode = (vnode: VNode) => {
    const drawn = vnode as unknown as { type: unknown; props: string | { title?: unknown } };
    if (typeof drawn.props === 'string') drawn.props = printable(drawn.props);
    else if (typeof drawn.type === 'string' && typeof drawn.props.title === 'string') drawn.props.title = printable(drawn.props.title);
    before?.(vnode);
  };
}
