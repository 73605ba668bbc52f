// A mail server on this machine that keeps what it is sent.

import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const PATIENCE_MS = 15_000;

export interface Mail {
  to: string;
  text: string;
}

export class PostOffice {
  readonly mails: Mail[] = [];

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.take(socket));
  }

  static async open(): Promise<PostOffice> {
    const office = new PostOffice(createServer());
    await new Promise<void>((listens) => office.server.listen(0, '127.0.0.1', listens));
    return office;
  }

  /** As the program is told of it. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next mail. */
  async next(): Promise<Mail> {
    const end = Date.now() + PATIENCE_MS;
    while (this.mails.length === 0) {
      if (Date.now() > end) throw new Error('no mail comes');
      await new Promise((done) => setTimeout(done, 20));
    }
    return this.mails.shift()!;
  }

  close(): void {
    this.server.close();
  }

  private take(socket: Socket): void {
    let [rest, to, text, inData] = ['', '', '', false];
    socket.on('error', () => undefined);
    socket.write('220 sink\r\n');
    socket.on('data', (bytes) => {
      const lines = (rest + String(bytes)).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (inData && line !== '.') {
          text += `${line}\r\n`;
          continue;
        }
        if (inData) {
          // Long lines are broken by `=`.
          this.mails.push({ to, text: text.replaceAll('=\r\n', '') });
          [text, inData] = ['', false];
        }
        to = /^RCPT TO:<(.*?)>/.exec(line)?.[1] ?? to;
        inData = line === 'DATA';
        socket.write(inData ? '354 go on\r\n' : '250 good\r\n');
        if (line === 'QUIT') socket.end();
      }
    });
  }
}

/** The last link of a kind in a mail: one in its text. */
export function link(mail: Mail, kind: 'confirm' | 'stop'): string {
  const found = [...mail.text.matchAll(new RegExp(`http://\\S+/#/mail/${kind}/[0-9a-f]{64}`, 'g'))].at(-1);
  if (!found) throw new Error(`no link to ${kind} in ${mail.text}`);
  return found[0];
}
