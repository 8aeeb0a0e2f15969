import { getTranslations } from "next-intl/server";

const known = ["balance", "channel", "link"] as const;

/** Shows the problem with which a form came back that no script had sent. */
export async function FormProblem({ problem }: { problem: string | string[] | undefined }) {
  const t = await getTranslations("order.problems");
  const name = known.find((one) => one === problem);
  if (!name) return null;
  return (
    <p role="alert" className="mb-5 rounded-lg bg-danger-soft px-4 py-3 text-danger text-sm">
      {t(name)}
    </p>
  );
}
