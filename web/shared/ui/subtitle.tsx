/** The line below a title. While its text is undefined, it takes the room of a usual one, so that nothing moves later. */
export function Subtitle({ text }: { text: string | undefined }) {
  return <p className="subtitle">{text ?? <span data-room={USUAL} aria-hidden="true" />}</p>;
}

/** As long as the name of a usual class. */
const USUAL = 'nnnnnnn nnnnnnn nnnnnnn nnnnnnn';
