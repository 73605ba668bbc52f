// The program under test, and where it and the browser are found.

import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** No server of the tests lives longer, whatever happens to them. */
const LONGEST_MS = 60 * 60_000;
const START_MS = 60_000;
/** How often a server tries to have its old address again: a connection of anybody may have its port for a while. */
const TRIES = 20;

const program = process.env.BERTHIER_PROGRAM ?? resolve(import.meta.dirname, '../../target/debug/berthier');

/** The Chromium of this machine; nothing is downloaded. */
export function chromiumPath(): string {
  const given = process.env.BERTHIER_CHROMIUM;
  if (given) return given;
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const places = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const found = places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found)
    throw new Error('no Chromium on the PATH; `cargo xtask e2e` installs one, or BERTHIER_CHROMIUM names it');
  return found;
}

/** A server on a free port with a data folder of its own. */
export class Program {
  private constructor(
    readonly origin: string,
    private readonly folder: string,
    private readonly child: ChildProcess,
    private readonly settings: Record<string, string>,
    private readonly flags: string[],
  ) {}

  /** Starts one, with settings in its environment and flags of `serve`. */
  static async start(settings: Record<string, string> = {}, flags: string[] = []): Promise<Program> {
    return Program.on(await mkdtemp(join(tmpdir(), 'berthier-e2e-')), 0, settings, flags);
  }

  private static on(
    folder: string,
    port: number,
    settings: Record<string, string>,
    flags: string[],
  ): Promise<Program> {
    const args = ['serve', '--port', String(port), '--data', folder, '--requests-per-second', '0', ...flags];
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
      env: { ...process.env, ...settings },
    });
    const atExit = () => child.kill('SIGKILL');
    process.once('exit', atExit);
    child.once('exit', () => process.off('exit', atExit));
    return new Promise((started, failed) => {
      const late = setTimeout(() => failed(new Error(`${program} does not start`)), START_MS);
      let said = '';
      let logged = '';
      child.stderr.on('data', (piece) => (logged = (logged + String(piece)).slice(-4000)));
      child.stdout.on('data', (piece) => {
        said += String(piece);
        const origin = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
        if (!origin) return;
        clearTimeout(late);
        started(new Program(origin, folder, child, settings, flags));
      });
      child.once('error', failed);
      child.once('exit', (code) => failed(new Error(`${program} ended with ${code}: ${logged}`)));
    });
  }

  /** Ends it; with `kill`, without a warning. The games stay. */
  async end(how: 'stop' | 'kill' = 'stop'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.kill(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
    const hurry = setTimeout(() => this.child.kill('SIGKILL'), 5000);
    await gone;
    clearTimeout(hurry);
  }

  /** Starts again at the same address with the same games. */
  async again(): Promise<Program> {
    for (let n = 1; ; n++) {
      try {
        return await Program.on(this.folder, Number(new URL(this.origin).port), this.settings, this.flags);
      } catch (error) {
        if (n === TRIES) throw error;
        await new Promise((done) => setTimeout(done, 500));
      }
    }
  }

  /** Ends it and takes its games away. */
  async remove(): Promise<void> {
    await this.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}
