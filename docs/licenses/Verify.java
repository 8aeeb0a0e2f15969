import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.security.spec.X509EncodedKeySpec;
import java.util.*;
import java.util.regex.*;

/** Checks Keyshelf license files without network, with Java's own library (15 or newer). */
public class Verify {
  static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  static byte[] decode(String text) { return Base64.getUrlDecoder().decode(text); }

  /** A text or number of an object; Java has no JSON reader of its own, and these claims hold no escaped characters. */
  static String member(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\\s*(?:\"([^\"]*)\"|(-?\\d+))").matcher(json);
    return !found.find() ? "" : found.group(1) != null ? found.group(1) : found.group(2);
  }

  /** The claims of a signed text, or null when it is not signed by one of the keys, which are given by their kid. */
  static String open(String token, String kind, Map<String, String> keys) {
    try {
      String[] parts = token.split("\\.", -1);
      String header = new String(decode(parts[0]), StandardCharsets.UTF_8);
      String x = keys.get(member(header, "kid"));
      if (parts.length != 3 || x == null || !member(header, "alg").equals("EdDSA") || !member(header, "typ").equals(kind)) return null;
      byte[] spec = Arrays.copyOf(PREFIX, 44);
      System.arraycopy(decode(x), 0, spec, 12, 32);
      Signature check = Signature.getInstance("Ed25519");
      check.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spec)));
      check.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
      return check.verify(decode(parts[2])) ? new String(decode(parts[1]), StandardCharsets.UTF_8) : null;
    } catch (GeneralSecurityException | RuntimeException problem) {
      return null;
    }
  }

  /** ok, or why the license is not good on this device now. */
  static String verify(String token, Map<String, String> keys, String revocations, String fingerprint, long now) {
    String claims = open(token, "license+jwt", keys);
    if (claims == null) return "forged";
    if (!member(claims, "fingerprint").equals(fingerprint)) return "other_device";
    String list = open(revocations, "license-revocations+jwt", keys);
    if (list == null || list.contains("\"" + member(claims, "sub") + "\"")) return "revoked";
    if (now < Long.parseLong(member(claims, "iat")) - 300) return "clock_set_back";
    return now < Long.parseLong(member(claims, "exp")) ? "ok" : "expired";
  }

  public static void main(String[] args) throws Exception {
    String vectors = Files.readString(Path.of(args[0]));
    Map<String, String> keys = new HashMap<>();
    for (Matcher key = Pattern.compile("\\{[^{}]*\"kty\"[^{}]*\\}").matcher(vectors); key.find(); ) keys.put(member(key.group(), "kid"), member(key.group(), "x"));
    for (Matcher one = Pattern.compile("\\{[^{}]*\"file\"[^{}]*\\}").matcher(vectors); one.find(); ) {
      String c = one.group();
      System.out.println(member(c, "name") + " " + verify(member(c, "file"), keys, member(vectors, "revocations"), member(c, "fingerprint"), Long.parseLong(member(c, "now"))));
    }
  }
}
