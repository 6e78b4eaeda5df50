/** Two soft tones, made here: no file has to be loaded. */
export function chime(): void {
  const context = new AudioContext();
  [660, 880].forEach((frequency, index) => {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + index * 0.12;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.4);
    tone.onended = () => index === 1 && void context.close();
  });
}
