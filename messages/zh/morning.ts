import type { MorningTexts } from "../language";

export const morning: MorningTexts = {
  happened: ({ since, orders, revenue, refunded }) => {
    const time = since === null ? "过去 24 小时" : `${since} 以来`;
    const sold = orders === 0 ? `${time}没有成交` : `${time}成交 ${orders} 单，共 ${revenue}`;
    return refunded === null ? `${sold}。` : `${sold}，另退款 ${refunded}。`;
  },
  waiting: (count, first) => {
    if (count === 0) return "没有待处理的事项。";
    return first === null ? `有 ${count} 件事待处理。` : `有 ${count} 件事待处理，最要紧的是：${first}`;
  },
  works: (failing, untried) => {
    const waits = untried.length === 0 ? "" : `尚未验证：${untried.join("、")}。`;
    return failing.length === 0
      ? `销售所需的一切正常。${waits}`
      : `销售环节有异常：${failing.join("、")}。${waits}`;
  },
  needs: {
    database: "数据库",
    worker: "后台任务",
    disk: "磁盘空间",
    clock: "服务器时钟",
    channel: "支付渠道",
    stock: "在售规格",
    supplier: "上游站",
    mail: "邮件服务器",
    messenger: "运营通知",
    backup: "备份",
  },
};
