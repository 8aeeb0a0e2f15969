import { NotFoundMessage } from "@/components/store/not-found-message";

export default function NotFound() {
  return (
    <main id="content" className="page">
      <NotFoundMessage />
    </main>
  );
}
