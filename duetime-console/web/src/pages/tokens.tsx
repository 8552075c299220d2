import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { call, needsToken, part, setToken } from '../api/client';
import type { Token } from '../api/types';
import { CopyLine, Dialog, Empty, failed, Moment, tell, TypedConfirmation } from '../parts/basics';
import { Field } from '../parts/field';
import { command } from '../parts/command';
import { useLoad } from '../parts/load';
import { number } from '../parts/text';
import type { Role } from '../state/caller';
import { now } from '../state/now';
import { w } from '../words';
import { Sessions } from './sessions';

const ROLES: readonly Role[] = ['read', 'payload', 'produce', 'consume', 'admin'];

interface Issued extends Token {
  token: string;
}

/** The token whose secret is shown. It outlives the page: with the first token the server asks for one, also from here. */
const issued = signal<Issued | null>(null);

/** The tokens of the store: who may do what. */
export function Tokens() {
  const words = w();
  const { data, failure, again } = useLoad<{ tokens: Token[] }>('v1/tokens');
  const [edited, setEdited] = useState<Token | 'new' | null>(null);
  return (
    <>
      <h1>{words.nav.tokens}</h1>
      {failure ? <p class="failure" role="alert">{failure}</p> : null}
      <div class="bar actions"><button type="button" class="primary" onClick={() => setEdited('new')}>{words.admin.makeToken}</button></div>
      {data && data.tokens.length === 0 ? <Empty text={words.admin.emptyTokens} command={command('token create', ['--grant', 'admin'], 'root')} /> : null}
      <ul class="groups">{data?.tokens.map((token) => <TokenItem key={token.name} token={token} onEdit={() => setEdited(token)} isLastAdmin={isAdmin(token) && data.tokens.filter(isAdmin).length === 1} onChange={again} />)}</ul>
      <Sessions />
      {edited ? <TokenForm token={edited === 'new' ? null : edited} onClose={() => { setEdited(null); again(); }} /> : null}
    </>
  );
}

/** Whether a token may do everything, and has not ended. */
const isAdmin = ({ grants, expiresAt }: Token): boolean =>
  grants.some(({ roles, queues }) => roles.includes('admin') && queues.includes('*')) && (!expiresAt || new Date(expiresAt).getTime() > now.value);

interface TokenItemProps {
  token: Token;
  /** Without it no token may change anything in the server. */
  isLastAdmin: boolean;
  onEdit: () => void;
  onChange: () => void;
}

function TokenItem({ token, isLastAdmin, onEdit, onChange }: TokenItemProps) {
  const words = w();
  const [asked, setAsked] = useState<'revoke' | 'rotate' | null>(null);
  const path = `v1/tokens/${part(token.name)}`;
  const revoke = (): void => {
    setAsked(null);
    void call('DELETE', path).then(() => { tell({ text: `${words.admin.revoke}: ${token.name}` }); onChange(); }, failed);
  };
  const rotate = (): void => {
    setAsked(null);
    void call<Issued>('POST', `${path}/rotate`, { body: { overlap: '1h' } }).then((answer) => { issued.value = answer; onChange(); }, failed);
  };
  return (
    <li>
      <p class="group-head"><strong class="count">{token.name}</strong></p>
      {token.grants.map((grant, i) => <p key={i}>{grant.roles.map((role) => <span key={role} class="badge">{role}</span>)} <span class="mono">{grant.queues.join(' ')}</span></p>)}
      <p class="muted">
        {words.admin.made} <Moment at={token.createdAt} /> · {words.admin.expires} {token.expiresAt ? <Moment at={token.expiresAt} both /> : words.never} · {token.lastUsedAt ? <>{words.admin.lastUsed} <Moment at={token.lastUsedAt} isPast /></> : words.admin.neverUsed}
        {token.requestsPerSecond ? ` · ${words.admin.requestRate}: ${number(token.requestsPerSecond)}` : ''}
        {token.jobsPerSecond ? ` · ${words.admin.jobRate}: ${number(token.jobsPerSecond)}` : ''}
        {token.formerUntil ? <> · {words.admin.formerUntil} <Moment at={token.formerUntil} /></> : null}
      </p>
      <div class="bar actions">
        <button type="button" onClick={onEdit}>{words.admin.edit}</button>
        <button type="button" onClick={() => setAsked('rotate')}>{words.admin.rotate}</button>
        <button type="button" class="danger" onClick={() => setAsked('revoke')}>{words.admin.revoke}</button>
      </div>
      {asked ? (
        <TypedConfirmation title={words.admin[asked]} label={words.admin.typeName} wanted={token.name} onClose={() => setAsked(null)} onConfirmed={asked === 'revoke' ? revoke : rotate}>
          {asked === 'rotate' ? <p>{words.admin.rotateHint}</p> : null}
          {asked === 'revoke' && isLastAdmin ? <p class="warning">{words.admin.lastAdmin}</p> : null}
        </TypedConfirmation>
      ) : null}
    </li>
  );
}

interface TokenFormProps {
  token: Token | null;
  onClose: () => void;
}

interface GrantText {
  roles: readonly string[];
  queues: string;
}

function TokenForm({ token, onClose }: TokenFormProps) {
  const words = w();
  const [name, setName] = useState(token?.name ?? '');
  const [grants, setGrants] = useState<readonly GrantText[]>(token?.grants.map(({ roles, queues }) => ({ roles, queues: queues.join(' ') })) ?? [{ roles: ['read'], queues: '*' }]);
  const [expires, setExpires] = useState('');
  const [rate, setRate] = useState(token?.requestsPerSecond ? String(token.requestsPerSecond) : '');
  const [jobRate, setJobRate] = useState(token?.jobsPerSecond ? String(token.jobsPerSecond) : '');
  const revise = (i: number, grant: GrantText): void => setGrants(grants.map((each, at) => (at === i ? grant : each)));

  const store = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = {
      grants: grants.map(({ roles, queues }) => ({ roles, queues: queues.split(/[\s,]+/).filter(Boolean) })),
      ...(expires.trim() ? { expiresAfter: expires.trim() } : {}),
      requestsPerSecond: Number(rate) || 0,
      jobsPerSecond: Number(jobRate) || 0,
    };
    try {
      if (token) {
        await call('PATCH', `v1/tokens/${part(token.name)}`, { body });
        tell({ text: `${words.admin.stored}: ${token.name}` });
      } else {
        issued.value = await call<Issued>('POST', 'v1/tokens', { body: { name, ...body } });
      }
      onClose();
    } catch (failure) {
      failed(failure);
    }
  };

  return (
    <Dialog title={token ? `${words.admin.edit}: ${token.name}` : words.admin.makeToken} onClose={onClose}>
      <form class="form" onSubmit={(event) => void store(event)}>
        <Field label={words.admin.name}><input required readOnly={token !== null} value={name} onInput={(event) => setName(event.currentTarget.value)} /></Field>
        {grants.map((grant, i) => (
          <fieldset key={i}>
            <legend>{words.admin.grant} {number(i + 1)}</legend>
            <div class="bar">
              {ROLES.map((role) => <label key={role} class="check"><input type="checkbox" checked={grant.roles.includes(role)} onChange={(event) => revise(i, { ...grant, roles: event.currentTarget.checked ? [...grant.roles, role] : grant.roles.filter((each) => each !== role) })} /> {role}</label>)}
            </div>
            <Field label={words.admin.queuePatterns}><input class="mono" required value={grant.queues} onInput={(event) => revise(i, { ...grant, queues: event.currentTarget.value })} /></Field>
            {grants.length > 1 ? <button type="button" class="quiet" onClick={() => setGrants(grants.filter((_, at) => at !== i))}>{words.admin.remove}</button> : null}
          </fieldset>
        ))}
        <button type="button" class="quiet" onClick={() => setGrants([...grants, { roles: ['read'], queues: '*' }])}>+ {words.admin.grant}</button>
        <Field label={words.admin.expiresAfter} hint="30d, 90d"><input placeholder={token ? words.admin.unchanged : words.never} value={expires} onInput={(event) => setExpires(event.currentTarget.value)} /></Field>
        <Field label={words.admin.requestRate}><input inputMode="numeric" placeholder={words.none} value={rate} onInput={(event) => setRate(event.currentTarget.value.replace(/\D/g, ''))} /></Field>
        <Field label={words.admin.jobRate}><input inputMode="numeric" placeholder={words.none} value={jobRate} onInput={(event) => setJobRate(event.currentTarget.value.replace(/\D/g, ''))} /></Field>
        <button type="submit" class="primary" disabled={!name || grants.some((grant) => !grant.roles.length)}>{words.admin.store}</button>
      </form>
    </Dialog>
  );
}

/** Whether a secret waits to be copied. */
export const isSecretShown = (): boolean => issued.value !== null;

/** The secret of a token that was just made, which only this dialog shows. */
export function Secret() {
  const words = w();
  const shown = issued.value;
  if (!shown) return null;
  const close = (): void => {
    issued.value = null;
  };
  return (
    <Dialog key={shown.token} title={`${words.admin.secretOf} ${shown.name}`} isKept onClose={close}>
      <p><strong>{words.admin.secretOnce}</strong></p>
      <CopyLine text={shown.token} />
      {needsToken.value ? <p class="bar actions"><button type="button" class="primary" onClick={() => { setToken(shown.token); close(); }}>{words.signInGo}</button></p> : null}
    </Dialog>
  );
}
