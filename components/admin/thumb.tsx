import { SharedIcon } from "./shared-icon";

export function Thumb({ src }: { src: string | null }) {
  return (
    <span className="thumb">
      {src ? <img src={src} alt="" loading="lazy" /> : <SharedIcon name="Image" />}
    </span>
  );
}
