#!/bin/sh
# The REST routes with curl. Reading needs no token; writing needs that of an admin:
#   ADMIN=name:password sh examples/rest.sh
set -eu
griot=${GRIOT_URL:-http://localhost:4000}/lexicon
dictionary=yor_eng_fra_griot

echo '# The first two entries of a dictionary'
curl -sS "$griot/articles/$dictionary?entries&limit=2"
echo

echo '# Its French translations in descending order, by the other form of the path'
curl -sS "$griot/dictionaries/articles/$dictionary?trads=fr&limit=1&sort=DESC"
echo

echo '# A search without accents'
curl -sS --get "$griot/articles/$dictionary" --data-urlencode 'search=ile' -d limit=1
echo

echo '# Nothing found is 206, or 200 for a client that would rather have that'
curl -sS -o /dev/null -w '%{http_code}\n' "$griot/articles/no_such_dictionary"
curl -sS -o /dev/null -w '%{http_code}\n' -H 'Prefer: status=200' "$griot/articles/no_such_dictionary"

[ -n "${ADMIN:-}" ] || exit 0

echo '# A token, for thirty minutes'
token=$(curl -sS --fail-with-body -u "$ADMIN" "$griot/login" | sed -E 's/.*"token":"([^"]+)".*/\1/')
echo "${#token} characters"

echo '# A new article, the same article changed, and deleted again'
body='{"article": {"entry": {"headword": "àpẹẹrẹ"}, "translations": [{"lang": "en", "content": "example"}]}}'
number=$(curl -sS --fail-with-body -X POST "$griot/articles/$dictionary" -H "X-Access-Token: $token" \
  -H 'Content-Type: application/json' -d "$body" | sed -E 's/.*"id_article":([0-9]+).*/\1/')
echo "created $number"
curl -sS -o /dev/null -w 'changed: %{http_code}\n' -X PUT "$griot/articles/$dictionary/$number" \
  -H "X-Access-Token: $token" -H 'Content-Type: application/json' -d "$(echo "$body" | sed 's/example/sample/')"
curl -sS -o /dev/null -w 'deleted: %{http_code}\n' -X DELETE "$griot/articles/$dictionary/$number" -H "X-Access-Token: $token"
