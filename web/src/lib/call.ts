// Calls whoever looks elsewhere to their turn: by a sound, or by a notice on the desk too.

/** How one is called. */
export type Calling = 'none' | 'sound' | 'notice';

/** Two short tones. */
const TONES_HZ = [660, 880];
const TONE_S = 0.16;
const LOUDNESS = 0.12;

let audio: AudioContext | undefined;

function sound(): void {
  audio ??= new AudioContext();
  for (const [n, hertz] of TONES_HZ.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + n * TONE_S;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.linearRampToValueAtTime(0, from + TONE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + TONE_S);
  }
}

/** Asks the browser whether notices may be shown; it asks the person. */
export async function mayNotify(): Promise<boolean> {
  return typeof Notification !== 'undefined' && (await Notification.requestPermission()) === 'granted';
}

/** Watches over whose turn it is in a game. */
export class Caller {
  private wasMine: boolean | undefined;

  /** Whether it is one's turn now. Who looks elsewhere when it becomes so is called; who finds it so on coming is not. */
  see(isMine: boolean, calling: Calling, title: string, text: string): void {
    const comes = isMine && this.wasMine === false;
    this.wasMine = isMine;
    if (!comes || calling === 'none' || !document.hidden) return;
    try {
      sound();
      if (calling === 'notice' && Notification.permission === 'granted')
        new Notification(title, { body: text, tag: title });
    } catch {
      // A browser without sound or notices calls nobody.
    }
  }
}
