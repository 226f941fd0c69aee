/** Where the bars are and how high they are, in pixels. */
const STEP = 14;
const BARS = [18, 34, 58, 30, 72, 96, 64, 40, 84, 52, 70, 36, 22].map((height, i) => ({
  x: i * STEP + 4,
  height,
}));

/** A voice as a picture: decoration. */
export function ArchWave({ className }: { className: string | undefined }) {
  const width = BARS.length * STEP;
  return (
    <svg className={className} viewBox={`0 0 ${width} 100`} width={width} height="100" aria-hidden>
      {BARS.map(({ x, height }) => (
        <rect key={x} x={x} y={(100 - height) / 2} width="6" height={height} rx="3" />
      ))}
    </svg>
  );
}
