/** Opens a buyer's answer that is a link. */
export function AnswerText({ text }: { text: string }) {
  return /^https?:\/\/\S+$/.test(text) ? (
    <a
      href={text}
      target="_blank"
      rel="noopener noreferrer"
      className="text-pine underline underline-offset-4"
    >
      {text}
    </a>
  ) : (
    text
  );
}
