<?php
// Checks Keyshelf license files without network, with PHP's own sodium.

function decode(string $text): string
{
    return base64_decode(strtr($text, '-_', '+/'), true) ?: '';
}

/** The claims of a signed text, or null when it is not signed by one of the keys. */
function openJws(string $token, string $kind, array $jwks): ?array
{
    $parts = explode('.', $token);
    $header = json_decode(decode($parts[0]), true);
    if (count($parts) !== 3 || ($header['alg'] ?? '') !== 'EdDSA' || ($header['typ'] ?? '') !== $kind) return null;
    foreach ($jwks['keys'] as $key) {
        [$signature, $public] = [decode($parts[2]), decode($key['x'])];
        if ($key['kid'] !== $header['kid'] || strlen($signature) !== 64 || strlen($public) !== 32) continue;
        if (sodium_crypto_sign_verify_detached($signature, "$parts[0].$parts[1]", $public)) return json_decode(decode($parts[1]), true);
    }
    return null;
}

/** ok, or why the license is not good on this device now. */
function verify(string $token, array $jwks, string $revocations, string $fingerprint, int $now): string
{
    $claims = openJws($token, 'license+jwt', $jwks);
    if ($claims === null) return 'forged';
    if ($claims['fingerprint'] !== $fingerprint) return 'other_device';
    $list = openJws($revocations, 'license-revocations+jwt', $jwks);
    if ($list === null || in_array($claims['sub'], $list['revoked'], true)) return 'revoked';
    if ($now < $claims['iat'] - 300) return 'clock_set_back';
    return $now < $claims['exp'] ? 'ok' : 'expired';
}

$vectors = json_decode(file_get_contents($argv[1]), true);
foreach ($vectors['cases'] as $case) {
    echo $case['name'], ' ', verify($case['file'], $vectors['jwks'], $vectors['revocations'], $case['fingerprint'], $case['now']), "\n";
}
