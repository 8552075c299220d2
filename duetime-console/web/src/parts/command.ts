import { address } from '../api/client';
import { quoted } from './text';

/** The address of the server, as the command line takes it. */
const server = (): string => address('').replace(/\/$/, '');

/**
 * A call of the duetime command at this server. Options come first, as what begins with a hyphen must stand behind `--`.
 */
export function command(name: string, options: readonly string[], ...words: string[]): string {
  const guard = words.some((word) => word.startsWith('-')) ? ['--'] : [];
  return ['duetime', name, '--server', quoted(server()), ...options, ...guard, ...words.map(quoted)].join(' ');
}
