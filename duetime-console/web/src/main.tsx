import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { address, askTabs, call, isPutOff, issuer, needsToken, Refusal, setToken, tellSignedIn, token } from './api/client';
import './look/tokens.css';
import './look/base.css';
import { Audit } from './pages/audit';
import { Crons } from './pages/crons';
import { Future } from './pages/future';
import { JobPage } from './pages/job';
import { Overview } from './pages/overview';
import { QueuePage } from './pages/queue';
import { Schedule } from './pages/schedule';
import { StorePage } from './pages/store';
import { Targets } from './pages/targets';
import { Tasks } from './pages/tasks';
import { isSecretShown, Secret, Tokens } from './pages/tokens';
import { Workers } from './pages/workers';
import { Dialog, Empty, failed, isDialogOpen, Notes } from './parts/basics';
import { hasKeys } from './parts/keys';
import { drawPrintable, printable, tipWhatIsCut } from './parts/printable';
import { isSearching, Search } from './parts/search';
import { clock, isUtc } from './parts/text';
import { theme } from './parts/theme';
import { askWhoCalls, caller, maySomewhere, may } from './state/caller';
import { isOpen, isStoreAway, problems, refusedFor, staleSince, start } from './state/live';
import { go, link, page, place } from './state/route';
import { choose, language, w } from './words';

const PAGES = ['queues', 'future', 'recurring', 'schedule', 'tasks', 'store', 'targets', 'workers', 'tokens', 'audit'] as const;
type PageName = (typeof PAGES)[number];
const showsHelp = signal(false);
const isMenuOpen = signal(false);

/** Whether the caller can use a page at all. */
function isOffered(name: PageName): boolean {
  if (name === 'schedule') return maySomewhere('produce');
  if (name === 'tokens' || name === 'audit') return may('admin');
  return true;
}

effect(() => {
  const [first = 'queues', ...rest] = place.value.path;
  const name = PAGES.find((each) => each === first);
  const open = problems.value.filter(({ known }) => !known).length;
  document.title = (open ? `(${open}) ` : '') + printable([...rest.reverse(), name ? w().nav[name] : first, 'Duetime'].join(' · '));
});

/** The path that is shown, which a change of settings of the view does not change. */
const path = computed(() => place.value.path.join('/'));

let isFirstPath = true;
effect(() => {
  void path.value;
  if (isFirstPath) {
    isFirstPath = false;
    return;
  }
  // A link that is gone with its page leaves the focus nowhere; readers go on at the new page.
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  });
});

function App() {
  const words = w();
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById('main')?.focus(); }}>{words.skip}</a>
      <header class="top">
        <a class="logo" href={link([])}>Duetime</a>
        <button type="button" class="menu" aria-expanded={isMenuOpen.value} aria-controls="menu" onClick={() => { isMenuOpen.value = !isMenuOpen.value; }}><span aria-hidden="true">☰&nbsp;</span>{words.menu}</button>
        <nav id="menu" aria-label={words.main} onClick={() => closeMenu('#main')} onKeyDown={(event) => { if (event.key === 'Escape') closeMenu('.menu'); }}>
          {PAGES.filter(isOffered).map((each) => <a key={each} href={link([each])} aria-current={page.value === each ? 'page' : undefined}>{words.nav[each]}</a>)}
        </nav>
        <Connection />
        <button type="button" class="quiet" onClick={() => { isSearching.value = true; }}>{words.search}</button>
        <button type="button" class="quiet gear" onClick={() => { showsHelp.value = true; }}>{words.display}</button>
        {caller.value?.name ? <Who /> : null}
      </header>
      <main id="main" tabIndex={-1}>{needsToken.value && !caller.value ? <><h1>{words.signInTitle}</h1><SignIn /></> : <Page />}</main>
      {showsHelp.value ? <Help /> : null}
      {isSearching.value ? <Search /> : null}
      <Secret />
      {needsToken.value && caller.value && !isPutOff.value && !isSecretShown() ? <Dialog title={words.signInTitle} isKept onClose={() => { isPutOff.value = true; }}><p>{words.signInEnded}</p><SignIn /></Dialog> : null}
      <Notes />
    </>
  );
}

/** Closes the list of pages, which is behind a button where the page is narrow. */
function closeMenu(focused: string): void {
  if (isMenuOpen.peek()) document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
  isMenuOpen.value = false;
}

const HOURS_24 = 86_400_000;

/** Who is signed in, and until when. */
function Who() {
  const words = w();
  const { name, expiresAt } = caller.value ?? {};
  const end = expiresAt ? Date.parse(expiresAt) : Infinity;
  return (
    <span class="who">
      <span>{printable((name ?? '').replace(/^person:/, ''))}{end - Date.now() < HOURS_24 ? <span class="muted"> {words.until(clock(end, HOURS_24 / 2))}</span> : null}</span>
      <button type="button" class="quiet" onClick={leave}>{token.value ? words.forget : words.signOut}</button>
    </span>
  );
}

/** Forgets who called, and all that was shown. */
function leave(): void {
  const end = (): void => {
    setToken('');
    location.reload();
  };
  if (token.value) end();
  // A session that has ended is signed out; the next one must not be.
  else void call('POST', 'auth/logout', { fails: true }).then(end, (why) => (why instanceof Refusal && why.status === 401 ? end() : failed(why)));
}

function Connection() {
  const words = w();
  if (needsToken.value) return isPutOff.value ? <button type="button" class="stale" onClick={() => { isPutOff.value = false; }}>{words.signInTitle}</button> : null;
  if (staleSince.value) {
    const since = clock(staleSince.value.getTime(), 0);
    return <span class="stale" role="alert">{isStoreAway.value ? words.storeAway(since) : words.staleSince(since)}{refusedFor.value ? `: ${refusedFor.value}` : ''}</span>;
  }
  return <span class={isOpen.value ? 'live' : 'live live-not'} role="status">{isOpen.value ? words.live : words.connecting}</span>;
}

function Page() {
  const [first, second, third, fourth] = place.value.path;
  if (first === undefined || (first === 'queues' && second === undefined)) return <Overview />;
  if (first === 'queues' && second !== undefined && third === 'jobs' && fourth !== undefined) return <JobPage key={`${second} ${fourth}`} queue={second} id={fourth} />;
  if (first === 'queues' && second !== undefined) return <QueuePage key={second} queue={second} />;
  const pages: Record<string, () => preact.JSX.Element> = { future: Future, recurring: Crons, schedule: Schedule, tasks: Tasks, store: StorePage, targets: Targets, workers: Workers, tokens: Tokens, audit: Audit };
  const Shown = pages[first];
  if (!Shown) return <Empty text={w().notFound} />;
  if (isOffered(first as PageName)) return <Shown />;
  return caller.value ? <Empty text={w().notYours} /> : null;
}

function SignIn() {
  const words = w();
  const [value, setValue] = useState('');
  return (
    <form class="form" onSubmit={(event) => { event.preventDefault(); setToken(value.trim()); }}>
      {issuer.value ? <p><button type="button" class="primary" onClick={toIssuer}>{words.signInWith(new URL(issuer.value).host)}</button></p> : null}
      <p>{words.signInWhy}</p>
      {token.value ? <p class="failure" role="alert">{words.signInBad}</p> : null}
      <label class="field"><span>{words.signIn}</span><input type="password" autoComplete="off" autoFocus value={value} onInput={(event) => setValue(event.currentTarget.value)} /></label>
      <button type="submit" class="primary" disabled={!value.trim()}>{words.signInGo}</button>
    </form>
  );
}

/** The place to which a window comes back that was opened to sign in. */
const SIGNED_IN = 'signed-in';

/** A page on which something may be typed stays, so another window goes to the issuer. */
function toIssuer(): void {
  const to = (hash: string): string => address('auth/login', { return: location.pathname + hash });
  token.value = '';
  if (caller.value) open(to(`#/${SIGNED_IN}`));
  else location.assign(to(location.hash));
}

interface ChoiceProps {
  label: string;
  options: Record<string, string>;
  value: string;
  onValue: (value: string) => void;
}

function Choice({ label, options, value, onValue }: ChoiceProps) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {Object.entries(options).map(([each, name]) => <button key={each} type="button" aria-pressed={each === value} onClick={() => onValue(each)}>{name}</button>)}
    </div>
  );
}

/** Two keys, one after the other, go to a page. */
const GO: Record<string, readonly string[]> = { q: ['queues'], f: ['future'], r: ['recurring'], n: ['schedule'], t: ['tasks'], s: ['store'], h: ['targets'], w: ['workers'], k: ['tokens'], a: ['audit'] };

function Help() {
  const words = w();
  return (
    <Dialog title={words.display} onClose={() => { showsHelp.value = false; }}>
      <div class="bar">
        <Choice label={words.theme} options={{ system: words.system, light: words.light, dark: words.dark }} value={theme.value} onValue={(value) => { theme.value = value; }} />
        <Choice label={words.times} options={{ local: words.timesLocal, utc: 'UTC' }} value={isUtc.value ? 'utc' : 'local'} onValue={(value) => { isUtc.value = value === 'utc'; }} />
        <Choice label="Language / 语言" options={{ en: 'English', zh: '简体中文' }} value={language.value} onValue={choose} />
      </div>
      <h3>{words.keys.title}</h3>
      <label class="check"><input type="checkbox" checked={hasKeys.value} onChange={(event) => { hasKeys.value = event.currentTarget.checked; }} /> {words.keys.single}</label>
      <dl class="keys">
        <div><dt><kbd>?</kbd></dt><dd>{words.keys.help}</dd></div>
        <div><dt><kbd>/</kbd> <kbd>Ctrl</kbd> <kbd>K</kbd></dt><dd>{words.keys.search}</dd></div>
        <div><dt><kbd>↑</kbd> <kbd>↓</kbd> <kbd>j</kbd> <kbd>k</kbd></dt><dd>{words.keys.move}</dd></div>
        <div><dt><kbd>Space</kbd></dt><dd>{words.keys.pick}</dd></div>
        <div><dt><kbd>Enter</kbd></dt><dd>{words.keys.open}</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>{words.keys.close}</dd></div>
        <div><dt>{words.nav.future}</dt><dd>{words.chartKeys}</dd></div>
        {Object.entries(GO).map(([key, [name]]) => <div key={key}><dt><kbd>g</kbd> <kbd>{key}</kbd></dt><dd>{words.keys.go} {words.nav[name as 'queues']}</dd></div>)}
      </dl>
    </Dialog>
  );
}

/** How long the second key may take. */
const GO_MS = 2_000;
let goingUntil = 0;
const MOVES = ['ArrowDown', 'ArrowUp', 'j', 'k'];

/** Hands a key to the list of the page, which has the focus from then on. */
function toList(key: string): boolean {
  const list = document.querySelector<HTMLElement>('.table');
  list?.focus();
  list?.dispatchEvent(new KeyboardEvent('keydown', { key }));
  return list !== null;
}

function openSearch(): void {
  if (!needsToken.value) isSearching.value = true;
}

addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement;
  if (event.key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !isDialogOpen()) {
    event.preventDefault();
    openSearch();
  }
  if (target.id === 'search' && !isDialogOpen()) {
    if (event.key === 'Escape') target.blur();
    if (event.key === 'ArrowDown' && !target.hasAttribute('list') && toList(event.key)) event.preventDefault();
  }
  if (!hasKeys.value || isDialogOpen() || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  const isGoing = event.timeStamp < goingUntil;
  goingUntil = 0;
  if (isGoing) {
    const path = GO[event.key];
    if (path) go(path);
    return;
  }
  if (MOVES.includes(event.key) && (target === document.body || target.id === 'main') && toList(event.key)) event.preventDefault();
  if (event.key === 'g') goingUntil = event.timeStamp + GO_MS;
  if (event.key === '?') showsHelp.value = true;
  if (event.key === '/') {
    event.preventDefault();
    openSearch();
  }
});

choose(language.value);
if (page.value === SIGNED_IN) {
  tellSignedIn();
  close();
  go([]);
}
const root = document.getElementById('app');
void askTabs().then(() => {
  start();
  askWhoCalls();
  drawPrintable();
  tipWhatIsCut();
  if (root) render(<App />, root);
});
