import { computed, signal } from '@preact/signals';

/** Where the page is: the path and the settings of the view, all in the fragment of the address. */
export interface Place {
  path: readonly string[];
  view: URLSearchParams;
}

function read(): Place {
  const [path = '', view = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { path: path.split('/').filter(Boolean).map(decode), view: new URLSearchParams(view) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const place = signal<Place>(read());
export const page = computed(() => place.value.path[0] ?? 'queues');

addEventListener('hashchange', () => {
  place.value = read();
});

/** The link to a place of the console. */
export function link(path: readonly string[], view: Record<string, string | undefined> = {}): string {
  const settings = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) if (value) settings.set(name, value);
  const query = settings.toString();
  return `#/${path.map(encodeURIComponent).join('/')}${query ? `?${query}` : ''}`;
}

export function go(path: readonly string[], view: Record<string, string | undefined> = {}): void {
  location.hash = link(path, view);
}

function adjusted(change: Record<string, string | undefined>): string {
  const { path, view } = place.value;
  return link(path, { ...Object.fromEntries(view), ...change });
}

/** Changes settings of the view in place, without a new entry in the history. */
export function adjust(change: Record<string, string | undefined>): void {
  history.replaceState(null, '', adjusted(change));
  place.value = read();
}

/** Changes settings of the view; the browser's Back takes the change back. */
export function choose(change: Record<string, string | undefined>): void {
  history.pushState(null, '', adjusted(change));
  place.value = read();
}

export const setting = (name: string): string => place.value.view.get(name) ?? '';
