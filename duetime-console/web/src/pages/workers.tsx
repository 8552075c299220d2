import type { Process } from '../api/types';
import { Moment } from '../parts/basics';
import { useLoad } from '../parts/load';
import { number } from '../parts/text';
import { link } from '../state/route';
import { w } from '../words';

const READ_MS = 5_000;

/** The processes with workers or servers, and what their handlers do. */
export function Workers() {
  const words = w();
  const { data, failure } = useLoad<{ processes: Process[] }>('v1/processes', {}, READ_MS);
  return (
    <>
      <h1>{words.nav.workers}</h1>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      {data && !data.processes.length ? <p class="muted">{words.workers.none}</p> : null}
      <ul class="groups">
        {data?.processes.map((one) => (
          <li key={one.process} class={one.workers.some(({ abandoned }) => abandoned) ? 'line-dead' : ''}>
            <p class="group-head"><strong class="mono">{one.process}</strong> {one.server ? <span class="badge">{words.workers.server}: {one.server} · {one.version}</span> : null} <span class="muted">{words.seen} <Moment at={one.seen} isPast /></span></p>
            <ul class="plain">
              {one.workers.map((worker) => (
                <li key={worker.name}>
                  <a class="name" href={link(['queues', worker.queue])}>{worker.queue}</a> · <span class="mono">{worker.name}</span> · {words.workers.line(number(worker.running), number(worker.concurrency))}
                  {worker.abandoned ? <span class="failure"> · {words.workers.abandoned(number(worker.abandoned))}: {worker.jobs.join(', ')}</span> : null}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
