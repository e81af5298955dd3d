<?php
namespace GuzzleHttp\Psr7;

function build_query(array $params, $encoding = PHP_QUERY_RFC3986)
{
    return Query::build($params, $encoding);
}
