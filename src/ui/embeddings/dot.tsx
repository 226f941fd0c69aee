/** A spot of a colour that the text next to it names. */
export function Dot({ colour, size = 8 }: { colour: string; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <circle cx={size / 2} cy={size / 2} r={size / 2} fill={colour} />
    </svg>
  );
}
