import { useFormatter } from "next-intl";
import { cx } from "@/components/ui/cx";

interface ChartPoint {
  at: string;
  /** Read by who points at it, or listens. */
  tip: string;
  values: Readonly<Record<string, number | null>>;
}

export interface ChartLine {
  key: string;
  label: string;
  tone: "main" | "faint" | "danger";
  isDashed?: boolean;
  isFilled?: boolean;
  /** Goes on a line that stands in the key already. */
  isPart?: boolean;
}

interface TimeChartProps {
  label: string;
  points: readonly ChartPoint[];
  lines: readonly ChartLine[];
  /** Words below the axis; of many, a few are shown. */
  dateOf: (at: string) => string;
  kind?: "lines" | "bars";
  className?: string;
}

const tones = {
  main: { stroke: "stroke-pine", fill: "fill-pine", border: "border-pine" },
  faint: { stroke: "stroke-ink-faint", fill: "fill-ink-faint", border: "border-ink-faint" },
  danger: { stroke: "stroke-danger", fill: "fill-danger", border: "border-danger" },
} as const;

const width = 1000;
const height = 100;
const tickCount = 4;
const dateCount = 6;

/** The next round number: 1, 2, 2.5 or 5 of a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}

/** Bounds that all values fit into, with zero among them and round numbers at the ticks. */
export function boundsOf(values: readonly number[]): { low: number; step: number; count: number } {
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const span = top - bottom;
  const step = span === 0 ? 1 : roundUp(span / tickCount);
  const low = Math.floor(bottom / step) * step;
  return { low, step, count: Math.max(1, Math.ceil((top - low) / step)) };
}

/**
 * A curve drawn on the server: it needs no script. Heights only are floats; every figure that is read is written by the caller, and
 * the table behind a chart has them all.
 */
export function TimeChart({ label, points, lines, dateOf, kind = "lines", className }: TimeChartProps) {
  const format = useFormatter();
  const all = points.flatMap(({ values }) =>
    lines.flatMap(({ key }) => (values[key] == null ? [] : [values[key]])),
  );
  const { low, step, count } = boundsOf(all);
  const span = step * count;
  const slot = width / Math.max(1, points.length);
  const x = (index: number) => Math.round((index + 0.5) * slot * 10) / 10;
  const y = (value: number) => Math.round((1 - (value - low) / span) * height * 100) / 100;
  const ticks = Array.from({ length: count + 1 }, (_, index) => low + step * index);
  const every = Math.max(1, Math.ceil(points.length / dateCount));
  const dates = points.flatMap((point, index) => (index % every === 0 ? [{ at: point.at, index }] : []));

  /** Runs of neighbours that have a value. */
  const runsOf = (key: string) => {
    const runs: string[][] = [[]];
    for (const [index, { values }] of points.entries()) {
      const value = values[key];
      if (value == null) runs.push([]);
      else runs.at(-1)?.push(`${x(index)} ${y(value)}`);
    }
    return runs.filter((run) => run.length > 0);
  };

  return (
    <figure
      className={cx(
        "grid min-w-0 grid-cols-[3.25rem_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]",
        className,
      )}
    >
      <div className="relative h-full text-[0.6875rem] text-ink-faint" aria-hidden>
        {ticks.map((tick) => (
          <span
            key={tick}
            className="tabular absolute right-2 -translate-y-1/2"
            style={{ top: `${y(tick)}%` }}
          >
            {format.number(tick, { notation: "compact" })}
          </span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="size-full overflow-visible"
      >
        {ticks.map((tick) => (
          <line
            key={tick}
            x1={0}
            x2={width}
            y1={y(tick)}
            y2={y(tick)}
            vectorEffect="non-scaling-stroke"
            className={tick === 0 ? "stroke-line-strong" : "stroke-line"}
          />
        ))}
        {kind === "bars"
          ? lines.map(({ key, tone }) =>
              points.map(({ at, values }, index) => {
                const value = values[key] ?? 0;
                return (
                  <rect
                    key={`${key} ${at}`}
                    x={x(index) - slot * 0.3}
                    width={slot * 0.6}
                    y={Math.min(y(0), y(value))}
                    height={Math.abs(y(0) - y(value))}
                    className={cx(tones[tone].fill, "opacity-60")}
                  />
                );
              }),
            )
          : lines.map(({ key, tone, isDashed, isFilled }) => (
              <g key={key}>
                {runsOf(key).map((run) => (
                  <g key={run[0]}>
                    {isFilled && run.length > 1 ? (
                      <path
                        d={`M${run.join("L")}L${run.at(-1)?.split(" ")[0]} ${y(0)}L${run[0]?.split(" ")[0]} ${y(0)}Z`}
                        className={cx(tones[tone].fill, "opacity-15")}
                      />
                    ) : null}
                    <path
                      d={run.length > 1 ? `M${run.join("L")}` : `M${run[0]}h0.01`}
                      fill="none"
                      vectorEffect="non-scaling-stroke"
                      strokeWidth={isFilled ? 2 : 1.25}
                      strokeLinecap="round"
                      strokeLinejoin="round"
                      {...(isDashed ? { strokeDasharray: "5 4" } : {})}
                      className={tones[tone].stroke}
                    />
                  </g>
                ))}
              </g>
            ))}
        {points.map(({ at, tip }, index) => (
          <rect
            key={at}
            x={index * slot}
            width={slot}
            y={0}
            height={height}
            className="fill-transparent hover:fill-ink/5"
          >
            <title>{tip}</title>
          </rect>
        ))}
      </svg>
      <span aria-hidden />
      <div className="relative mt-1.5 h-4 text-[0.6875rem] text-ink-faint" aria-hidden>
        {dates.map(({ at, index }, place) => (
          <span
            key={at}
            className={cx(
              "absolute whitespace-nowrap",
              index === 0 ? "" : "-translate-x-1/2",
              place % 2 === 1 && "max-sm:hidden",
              index > points.length * 0.93 && "-translate-x-full",
            )}
            style={{ left: index === 0 ? 0 : `${(x(index) / width) * 100}%` }}
          >
            {dateOf(at)}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** Names the lines of a chart. */
export function ChartKey({ lines }: { lines: readonly ChartLine[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
      {lines
        .filter(({ isPart }) => !isPart)
        .map(({ key, label, tone, isDashed }) => (
          <li key={key} className="flex items-center gap-1.5">
            <span
              className={cx("w-5 border-t-2", tones[tone].border, isDashed && "border-dashed")}
              aria-hidden
            />
            {label}
          </li>
        ))}
    </ul>
  );
}
