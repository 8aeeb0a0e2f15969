"""Puts the keys of a file, one a line, into the stock of an option: SHOP=https://… TOKEN=kst_… python3 restock.py 12 keys.txt"""
import json, os, sys, urllib.error, urllib.request

sku_id, file = sys.argv[1:]
with open(file, encoding="utf-8-sig") as keys:
    body = json.dumps({"secrets": keys.read(), "note": os.path.basename(file)}).encode()
address = f"{os.environ['SHOP']}/api/v1/admin/stock/skus/{sku_id}/import"
headers = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Content-Type": "application/json"}
try:
    with urllib.request.urlopen(urllib.request.Request(address, body, headers)) as answer:
        report = json.load(answer)["data"]
except urllib.error.HTTPError as refused:
    sys.exit(f"Refused: {json.load(refused)['msg']}")
print(f"{report['imported']} keys are new, {report['duplicates']} were there already")
