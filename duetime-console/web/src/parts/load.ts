import { useEffect, useState } from 'preact/hooks';
import { call, type Query, Refusal, session } from '../api/client';

export interface Loaded<T> {
  data: T | null;
  failure: string | null;
  refusal: Refusal | null;
  again: () => void;
}

/** What takes long is read less often: it waits so many times as long as it took. */
const SHARE = 5;

/** Reads a route when the component is shown, when its arguments change, and every so often. */
export function useLoad<T>(path: string | null, query: Query = {}, everyMs = 0): Loaded<T> {
  const [data, setData] = useState<T | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [round, setRound] = useState(0);
  const key = JSON.stringify([path, query, session.value]);

  useEffect(() => {
    if (path === null) return undefined;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A page that is not in sight is not read again; it may have been opened in another tab.
    let isFirst = true;
    const read = async (): Promise<void> => {
      const begun = performance.now();
      try {
        if (isFirst || document.visibilityState === 'visible') {
          isFirst = false;
          setData(await call<T>('GET', path, { query, signal: end.signal }));
          setRefusal(null);
        }
      } catch (reason) {
        if (end.signal.aborted) return;
        setRefusal(reason instanceof Refusal ? reason : new Refusal(0, '', String(reason)));
      }
      if (everyMs > 0 && !end.signal.aborted) timer = setTimeout(() => void read(), Math.max(everyMs, SHARE * (performance.now() - begun)));
    };
    void read();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [key, everyMs, round]);

  // What belongs to another place is not shown as this one's.
  useEffect(() => () => setData(null), [path]);

  return { data, failure: refusal?.message ?? null, refusal, again: () => setRound((before) => before + 1) };
}
