import { call, part } from '../api/client';
import type { Session } from '../api/types';
import { failed, Moment, tell } from '../parts/basics';
import { useLoad } from '../parts/load';
import { w } from '../words';

/** The sessions of people who have signed in. Nothing is shown where nobody has. */
export function Sessions() {
  const words = w();
  const { data, again } = useLoad<{ sessions: Session[] }>('v1/sessions');
  const end = ({ id, name }: Session): void =>
    void call('DELETE', `v1/sessions/${part(id)}`).then(() => { tell({ text: `${words.admin.sessionEnded}: ${name}` }); again(); }, failed);
  if (!data?.sessions.length) return null;
  return (
    <>
      <h2>{words.admin.sessions}</h2>
      <ul class="groups">
        {data.sessions.map((session) => (
          <li key={session.id}>
            <p class="group-head"><strong class="count">{session.name}</strong></p>
            {session.grants.map((grant, i) => <p key={i}>{grant.roles.map((role) => <span key={role} class="badge">{role}</span>)} <span class="mono">{grant.queues?.join(' ')}</span></p>)}
            <p class="muted">{words.admin.signedInAt} <Moment at={session.since} isPast /> · {words.admin.expires} <Moment at={session.until} both /></p>
            <div class="bar actions"><button type="button" class="danger" onClick={() => end(session)}>{words.admin.endSession}<span class="unseen"> {session.name}</span></button></div>
          </li>
        ))}
      </ul>
    </>
  );
}
