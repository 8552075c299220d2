import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Finding, Store } from '../api/types';
import { failed, FindingLine, tell } from '../parts/basics';
import { Field } from '../parts/field';
import { useLoad } from '../parts/load';
import { local } from '../parts/text';
import { may } from '../state/caller';
import { w } from '../words';

const READ_MS = 10_000;
const WORST: readonly Finding['verdict'][] = ['FAILURE', 'WARNING', 'UNKNOWN', 'OK'];

/** The store and what its check has found; for admins also backup and the server's log. */
export function StorePage() {
  const words = w().admin;
  const { data, failure } = useLoad<Store>('v1/store', {}, READ_MS);
  return (
    <>
      <h1>{w().nav.store}</h1>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      {data ? (
        <>
          <dl class="facts">
            <div><dt>{words.engine}</dt><dd>{data.engine}</dd></div>
            <div><dt>{words.version}</dt><dd>{data.version}</dd></div>
            <div><dt>{words.clock}</dt><dd>{local(data.now)}</dd></div>
            <div><dt>{words.durable}</dt><dd>{data.durable ? words.yes : words.no}</dd></div>
            <div><dt>{words.shared}</dt><dd>{data.shared ? words.yes : words.no}</dd></div>
          </dl>
          <h2>{words.findings}</h2>
          {data.findings.length === 0 ? <p class="muted">{may('read') ? w().storeOk : w().storeHidden}</p> : <ul class="findings">{[...data.findings].sort((a, b) => WORST.indexOf(a.verdict) - WORST.indexOf(b.verdict)).map((finding) => <FindingLine key={finding.check} finding={finding} />)}</ul>}
        </>
      ) : null}
      {may('admin') ? <><Backup /><Server /></> : null}
    </>
  );
}

function Backup() {
  const words = w().admin;
  const [folder, setFolder] = useState('');
  const [isRunning, setRunning] = useState(false);
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    setRunning(true);
    try {
      await call('POST', 'v1/store/backup', { body: { folder } });
      tell({ text: `${words.backedUp}: ${folder}` });
    } catch (failure) {
      failed(failure);
    }
    setRunning(false);
  };
  return (
    <section>
      <h2>{words.backup}</h2>
      <form class="bar" onSubmit={(event) => void make(event)}>
        <Field label={words.folder}><input required placeholder="/backups/monday" value={folder} onInput={(event) => setFolder(event.currentTarget.value)} /></Field>
        <button type="submit" disabled={isRunning || !folder}>{words.backup}</button>
      </form>
      <p class="muted">{words.folderHint}</p>
    </section>
  );
}

function Server() {
  const words = w().admin;
  const { data, again } = useLoad<{ version: string; logLevel: string }>('v1/server');
  const [level, setLevel] = useState<string | null>(null);
  if (!data) return null;
  const set = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await call('PATCH', 'v1/server', { body: { logLevel: level } });
      tell({ text: words.stored, undo: () => call('PATCH', 'v1/server', { body: { logLevel: data.logLevel } }).then(again) });
      setLevel(null);
      again();
    } catch (failure) {
      failed(failure);
    }
  };
  const reload = (): void => void call<{ afterRestart: string[] }>('POST', 'v1/server/reload').then(
    (answer) => { tell({ text: `${words.reloaded}${answer.afterRestart.length ? `; ${words.afterRestart}: ${answer.afterRestart.join(', ')}` : ''}` }); again(); },
    failed,
  );
  return (
    <section>
      <h2>{words.server}</h2>
      <p class="muted">{words.serverHint}</p>
      <form class="bar" onSubmit={(event) => void set(event)}>
        <Field label={words.logLevel}><input value={level ?? data.logLevel} onInput={(event) => setLevel(event.currentTarget.value)} /></Field>
        <button type="submit" disabled={level === null || level === data.logLevel}>{words.store}</button>
        <button type="button" onClick={reload}>{words.reload}</button>
      </form>
    </section>
  );
}
