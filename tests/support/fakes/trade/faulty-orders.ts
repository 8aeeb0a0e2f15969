import { type Product, type Sku, startingProducts, toCents, toMoney } from "./faulty-stock";
import { Meeting } from "./meeting";
import { Refusal } from "./refusal";

type Is = (fault: string) => boolean;

export interface Order {
  no: string;
  siteKey: string;
  downstream: string;
  content: string;
  sku: Sku;
  quantity: number;
  amount: string;
  expireAt: number;
  isReserved: boolean;
  isPaid: boolean;
  paymentId: string | null;
  paidAt: string | null;
  keys: string[];
  isRead: boolean;
}

const malformed = () => new Refusal(4001);
type Body = Record<string, unknown>;

const bodyMembers = "product_id sku_id quantity downstream_order_no customer_email metadata".split(" ");
const hasFurther = (body: Body) => !Object.keys(body).every((name) => bodyMembers.includes(name));

const addressPattern = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
/** Longer than a busy machine lets lie between calls that are sent at once. */
const aloneMs = 1000;

/** Books of the faulty main site: what is ordered, reserved, paid and sold. */
export class FaultyBooks {
  products: Product[] = startingProducts();
  orders: Order[] = [];
  #serial = 0;
  #meeting = new Meeting(aloneMs);

  constructor(
    private readonly is: Is,
    private readonly options: { reservationMs: number; isHeld: boolean },
  ) {}

  #findSku(id: unknown): Sku | undefined {
    return this.products.flatMap(({ skus }) => skus).find((sku) => sku.id === id);
  }

  #checkShape(body: Body): void {
    const { is } = this;
    const { product_id, quantity, downstream_order_no: number, customer_email: email, metadata } = body;
    const isId =
      Number.isInteger(product_id) || (is("product_id_as_text") && /^\d+$/.test(String(product_id)));
    if (!isId && !(is("first_product_is_default") && product_id === undefined)) throw malformed();
    const isText = is("quantity_as_text") && typeof quantity === "string";
    if (!isText && !(is("quantity_is_one") && quantity === undefined)) {
      if (typeof quantity !== "number") throw malformed();
      if (!Number.isInteger(quantity) && !is("quantity_fraction")) throw malformed();
      const isLow = (quantity === 0 && is("quantity_zero")) || (quantity < 0 && is("quantity_below_zero"));
      if (quantity < 1 && !isLow) throw malformed();
      if (quantity > 1000 && !is("units_unbounded")) throw malformed();
    }
    this.#checkNumber(number);
    if (is("order_strict_about_members") && hasFurther(body)) throw malformed();
    if (email != null && !is("email_unchecked") && !addressPattern.test(String(email))) throw malformed();
    if (metadata == null) return;
    const isObject = typeof metadata === "object" && !Array.isArray(metadata);
    if (!isObject && !is("metadata_of_any_type")) throw malformed();
    const bytes = Buffer.byteLength(JSON.stringify(metadata));
    if (bytes > (is("metadata_4_kib") ? 4096 : 8192) && !is("metadata_unbounded")) throw malformed();
  }

  #checkNumber(number: unknown): void {
    const { is } = this;
    if (number === undefined && is("number_is_optional")) return;
    if (typeof number !== "string") throw malformed();
    const length = is("number_counted_in_bytes") ? Buffer.byteLength(number) : [...number.trim()].length;
    if (number === "" && !is("number_may_be_empty")) throw malformed();
    if (length > (is("number_of_50") ? 50 : 64) && !is("number_unbounded")) throw malformed();
    if (/[\r\n]/.test(number) && !is("number_of_lines")) throw malformed();
  }

  #findGoods(body: Body): Sku {
    const { is } = this;
    const id = body.product_id === undefined ? 1 : Number(body.product_id);
    const product = this.products.find((each) => each.id === id && (each.isOnSale || is("off_sale_ordered")));
    if (!product) throw new Refusal(is("unknown_product_is_4001") ? 4001 : 4004);
    const [first] = product.skus;
    if (body.sku_id == null) {
      const mayChoose = is("sku_is_optional") || body.product_id === undefined;
      if ((product.skus.length > 1 && !mayChoose) || !first) throw malformed();
      return first;
    }
    const sku = is("sku_of_any_product")
      ? this.#findSku(body.sku_id)
      : product.skus.find((each) => each.id === body.sku_id);
    if (sku) return sku;
    if (is("unknown_sku_is_first") && first) return first;
    throw new Refusal(4004);
  }

  #contentOf(body: Body, sku: Sku): string {
    const { is } = this;
    if (is("repeat_compared_as_text")) return JSON.stringify(body);
    const sorted = (value: unknown): unknown =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .sort()
              .map(([name, part]) => [name, sorted(part)]),
          )
        : value;
    return JSON.stringify([
      is("other_product_is_same") ? 0 : is("other_sku_is_same") ? sku.productId : sku.id,
      is("other_quantity_is_same") ? 0 : body.quantity,
      is("other_email_is_same") ? 0 : (body.customer_email ?? null),
      is("other_metadata_is_same")
        ? 0
        : is("metadata_compared_as_text")
          ? body.metadata
          : sorted(body.metadata ?? {}),
    ]);
  }

  #move(sku: Sku, units: number): void {
    if (sku.stock >= 999_999) return;
    sku.stock = Math.max(0, sku.stock + units);
    if (!this.is("stock_is_no_change")) sku.updatedAt = Date.now();
  }

  async #reserve(sku: Sku, quantity: number): Promise<void> {
    const { is } = this;
    const { stock } = sku;
    if (is("stock_read_then_written")) await this.#meeting.join();
    if (quantity > stock && !is("short_is_sold")) {
      if (is("short_reserves_the_rest")) this.#move(sku, -stock);
      throw new Refusal(is("short_is_4090") ? 4090 : 4099);
    }
    if (!is("no_reservation")) this.#move(sku, -quantity);
  }

  #expire(): void {
    for (const order of this.orders)
      if (order.isReserved && !order.isPaid && order.expireAt <= Date.now() && !this.is("never_expires")) {
        order.isReserved = false;
        if (!this.is("expired_keeps_stock")) this.#move(order.sku, order.quantity);
      }
  }

  #expiryOf(): number {
    const { is } = this;
    if (is("expiry_in_the_past")) return Date.now() - 60_000;
    if (is("expiry_of_a_minute")) return Date.now() + 60_000;
    return Date.now() + (is("expiry_of_a_year") ? 31_536_000_000 : this.options.reservationMs);
  }

  #amountOf(sku: Sku, quantity: number): string {
    const { is } = this;
    const cents = toCents(sku.price) * BigInt(is("amount_of_one_unit") ? 1 : Math.trunc(quantity));
    return toMoney(is("amount_rounded") ? ((cents + 99n) / 100n) * 100n : cents);
  }

  #number(): string {
    const no = `U${String(++this.#serial).padStart(6, "0")}${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
    return this.is("upstream_no_too_long") ? no.padEnd(120, "0") : no;
  }

  /** @returns the order, and whether it was there before */
  async create(siteKey: string, body: Body): Promise<{ order: Order; isRepeat: boolean }> {
    const { is } = this;
    this.#expire();
    if (!is("not_found_first")) this.#checkShape(body);
    const sku = this.#findGoods(body);
    this.#checkShape(body);
    const given = String(body.downstream_order_no ?? crypto.randomUUID());
    const downstream = is("number_not_trimmed") ? given : given.trim();
    const content = this.#contentOf(body, sku);
    const quantity = body.quantity === undefined ? 1 : Number(body.quantity);
    const isOwn = (order: Order) => is("numbers_of_all_agents") || order.siteKey === siteKey;
    const earlier = this.orders.find((order) => order.downstream === downstream && isOwn(order));
    if (earlier && !is("repeat_is_new_order")) {
      if (earlier.content !== content || is("repeat_is_conflict")) throw new Refusal(4090);
      if (is("repeat_reserves_again")) this.#move(sku, -quantity);
      return { order: earlier, isRepeat: true };
    }
    if (is("repeats_at_once_are_two")) await this.#meeting.join();
    await this.#reserve(sku, quantity);
    const order: Order = {
      no: this.#number(),
      siteKey,
      downstream,
      content,
      sku,
      quantity,
      amount: this.#amountOf(sku, quantity),
      expireAt: this.#expiryOf(),
      isReserved: true,
      isPaid: false,
      paymentId: null,
      paidAt: null,
      keys: [],
      isRead: false,
    };
    this.orders.push(order);
    return { order, isRepeat: false };
  }

  find(siteKey: string, no: string, allowsOthers: boolean): Order | undefined {
    this.#expire();
    return this.orders.find((order) => order.no === no && (allowsOthers || order.siteKey === siteKey));
  }

  #checkPayment(order: Order, body: Body): void {
    const { is } = this;
    const { downstream_payment_id: id, paid_amount: paid, paid_at: at, ...others } = body;
    if (Object.keys(others).length > 0 && !is("further_members_taken")) throw malformed();
    if (id === undefined ? !is("payment_id_is_optional") : typeof id !== "string") throw malformed();
    if (typeof id === "string" && [...id].length > 100 && !is("payment_id_unbounded")) throw malformed();
    const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(String(at));
    if (at === undefined ? !is("paid_at_is_optional") : !isTime && !is("paid_at_of_any_form"))
      throw malformed();
    if (paid === undefined && is("amount_is_optional")) return;
    if (typeof paid !== "string" && !(is("amount_compared_as_number") && typeof paid === "number"))
      throw malformed();
    if (is("amount_compared_as_text") && paid !== order.amount) throw malformed();
    const isLess = Number(paid) < Number(order.amount) && is("less_is_enough");
    const isMore = Number(paid) > Number(order.amount) && is("more_is_taken");
    if (Number(paid) !== Number(order.amount) && !isLess && !isMore) throw malformed();
  }

  #hand(order: Order): void {
    const { is } = this;
    const { sku, quantity } = order;
    order.keys = Array.from({ length: quantity }, (_, n) => {
      const serial = is("same_key_to_every_order") ? n + 1 : ++sku.serial;
      return `KEY-${sku.id}-${is("same_key_twice") ? `${order.no}` : serial}`;
    });
    if (is("sale_gives_stock_back")) this.#move(sku, quantity);
  }

  /** @returns whether it is delivered now */
  async pay(order: Order, body: Body): Promise<void> {
    const { is } = this;
    if (is("paid_before_checked")) order.isPaid = true;
    this.#checkPayment(order, body);
    const id = String(body.downstream_payment_id ?? "");
    const isOwn = ({ siteKey }: Order) => is("payments_of_all_agents") || siteKey === order.siteKey;
    const isUsed = () =>
      this.orders.some((each) => each !== order && each.isPaid && each.paymentId === id && isOwn(each));
    if (isUsed() && !is("payment_for_two_orders")) throw new Refusal(4090);
    if (order.isPaid && !is("paid_before_checked")) {
      if (this.options.isHeld) {
        const isSame = order.paymentId === id;
        if (isSame ? !is("held_repeat_is_conflict") : is("held_second_payment_taken")) return;
        throw new Refusal(4090);
      }
      if (is("delivered_paid_again") && order.paymentId === id) return;
      throw new Refusal(4090);
    }
    if (is("payments_at_once_taken") || is("payment_for_two_at_once")) await this.#meeting.join();
    if (is("payment_for_two_at_once") && order.isPaid) throw new Refusal(4090);
    if (!order.isReserved) await this.#reserveLate(order);
    Object.assign(order, { isPaid: true, paymentId: id, paidAt: new Date().toISOString() });
    if (order.keys.length === 0) this.#hand(order);
  }

  async #reserveLate(order: Order): Promise<void> {
    if (this.is("expired_is_4001")) throw malformed();
    await this.#reserve(order.sku, order.quantity);
    order.isReserved = true;
  }

  restart(): void {
    if (this.is("orders_forgotten_at_restart")) this.orders = [];
    for (const order of this.orders) {
      if (this.is("payments_forgotten_at_restart")) order.paymentId = null;
      if (this.is("numbers_forgotten_at_restart")) order.downstream = "";
    }
  }
}
