<?php
// A delivery server without packages: SECRET=whsec_... php -S 127.0.0.1:8080 server.php
$key = base64_decode(preg_replace('/^whsec_/', '', getenv('SECRET')));
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$body = file_get_contents('php://input');
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
$signed = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $one) {
    $signed = $signed || hash_equals($expected, $one);
}
if (!$signed || !ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
    http_response_code(401);
    exit;
}
['type' => $type, 'data' => $data] = json_decode($body, true);
header('content-type: application/json');
if ($type === 'stock.asked') {
    // How many there are, without those that were handed over.
    exit(json_encode(['stock' => 100 - count(glob(sys_get_temp_dir() . '/delivery-*'))]));
}
// What was made for each request: keep it in your database, so that a repeat gets the same.
$place = sys_get_temp_dir() . '/delivery-' . hash('sha256', $id);
if (($file = @fopen($place, 'x')) !== false) {
    fwrite($file, rtrim(strtr(base64_encode(random_bytes(9)), '+/', '-_'), '='));
    fclose($file);
}
$user = strtolower($data['order_no'] . '-' . $data['item']);
echo json_encode($data['quantity'] > 10
    ? ['request_id' => $id, 'refused' => 'At most 10 accounts at once']
    : ['request_id' => $id, 'fields' => ['User' => $user, 'Password' => file_get_contents($place)]]);
