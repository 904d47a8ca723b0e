import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const PROFILE_PREFIX = 'govcrawler-chromium-';
const OWNER_FILE = 'owner.json';
const PAGE_BYTES = 4096;

export interface ChromiumSettings {
  executablePath: string;
  /** Rules that name the guarding forward proxy; the browser has no other way out. */
  proxyServer: string;
  launchTimeoutMs: number;
}

const flags = (settings: ChromiumSettings, profile: string): string[] => [
  '--headless=new',
  `--user-data-dir=${profile}`,
  '--remote-debugging-port=0',
  `--proxy-server=${settings.proxyServer}`,
  // Without this Chromium reaches loopback and link-local addresses past the proxy.
  '--proxy-bypass-list=<-loopback>',
  // Names are resolved by the proxy alone; prefetching ones would ask DNS here.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-client-side-phishing-detection',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,CertificateTransparencyComponentUpdater,DialMediaRouteProvider,InterestFeedContentSuggestions,WebRtcHideLocalIpsWithMdns',
  '--disable-blink-features=AutomationControlled',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--hide-scrollbars',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  'about:blank',
];

/** One Chromium in a process group and a profile folder of its own: both go together, whatever state it is in. */
export class ChromiumProcess {
  readonly startedAt = Date.now();
  private ended = false;
  private readonly onExit = () => this.killNow();

  private constructor(
    private readonly child: ChildProcess,
    readonly profile: string,
    readonly endpoint: string,
  ) {
    child.once('exit', () => void this.kill());
    // The last moment of this process: only synchronous work runs any more.
    process.once('exit', this.onExit);
  }

  static async launch(settings: ChromiumSettings): Promise<ChromiumProcess> {
    const profile = mkdtempSync(join(tmpdir(), PROFILE_PREFIX));
    const child = spawn(settings.executablePath, flags(settings, profile), {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: '/usr/bin:/bin', HOME: profile, TMPDIR: profile, LANG: 'zh_CN.UTF-8' },
    });
    try {
      const endpoint = await endpointOf(child, settings.launchTimeoutMs);
      writeFileSync(join(profile, OWNER_FILE), JSON.stringify({ owner: process.pid, browser: child.pid }));
      return new ChromiumProcess(child, profile, endpoint);
    } catch (error) {
      killGroup(child.pid);
      await removeFolder(profile);
      throw new Error(`Chromium did not start (${settings.executablePath})`, { cause: error });
    }
  }

  get alive(): boolean {
    return !this.ended;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Resident memory of all its processes. */
  rssBytes(): number {
    return groupMembers(this.pid).reduce((sum, { rssPages }) => sum + rssPages * PAGE_BYTES, 0);
  }

  /** A stopped or hung browser answers nothing: SIGKILL to the whole group, then the folder goes. */
  async kill(): Promise<void> {
    this.ended = true;
    process.off('exit', this.onExit);
    killGroup(this.pid);
    // Dying processes still write into the folder for a moment.
    for (let wait = 0; wait < 80 && groupMembers(this.pid).length > 0; wait += 1) await delay(25);
    await removeFolder(this.profile);
  }

  private killNow(): void {
    this.ended = true;
    killGroup(this.pid);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Ends browsers and removes profiles that a killed process left behind. */
export async function sweepAbandonedBrowsers(): Promise<number> {
  let swept = 0;
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PROFILE_PREFIX))) {
    const profile = join(tmpdir(), name);
    const owner = readOwner(profile);
    if (!owner || isRunning(owner.owner)) continue;
    // The number may belong to somebody else by now: the command line must name the profile.
    if (commandLine(owner.browser).includes(profile)) killGroup(owner.browser);
    await removeFolder(profile);
    swept += 1;
  }
  return swept;
}

function endpointOf(child: ChildProcess, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const timer = setTimeout(() => reject(new Error(`silent for ${timeoutMs} ms`)), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`exited with ${code}: ${said.slice(-5).join(' | ')}`)));
    if (!child.stderr) return fail(new Error('no stderr'));
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (said.length < 50) said.push(line);
      const endpoint = /DevTools listening on (ws:\/\/\S+)/.exec(line)?.[1];
      if (!endpoint) return;
      clearTimeout(timer);
      resolve(endpoint);
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (!pid) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined);
}

/** Processes of a group as /proc tells it; empty where there is no /proc. */
export function groupMembers(group: number): { pid: number; rssPages: number }[] {
  try {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => {
        const stat = readText(`/proc/${entry}/stat`);
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const [state, pgrp, rssPages] = [fields[0], Number(fields[2]), Number(fields[21])];
        return pgrp === group && state !== 'Z' ? [{ pid: Number(entry), rssPages }] : [];
      });
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const commandLine = (pid: number): string => readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function readOwner(profile: string): { owner: number; browser: number } | null {
  try {
    return JSON.parse(readText(join(profile, OWNER_FILE))) as { owner: number; browser: number };
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
