import { getTranslations } from "next-intl/server";

export async function HowItWorks({ sendsMail }: { sendsMail: boolean }) {
  const t = await getTranslations("catalogue.home");
  const steps = [
    { title: t("step1Title"), text: t("step1") },
    { title: t("step2Title"), text: t("step2") },
    { title: t("step3Title"), text: t(sendsMail ? "step3" : "step3Page") },
  ];
  return (
    <section aria-labelledby="how" className="mt-20">
      <h2 id="how" className="text-xl">
        {t("how")}
      </h2>
      <ol className="mt-5 grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="flex gap-4 bg-surface p-5">
            <span className="tabular font-semibold text-2xl text-brass leading-none" aria-hidden>
              {index + 1}
            </span>
            <div>
              <h3 className="text-base">{step.title}</h3>
              <p className="mt-1 text-ink-muted text-sm">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
