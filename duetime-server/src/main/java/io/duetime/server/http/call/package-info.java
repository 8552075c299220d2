/**
 * The parts of a call: path and query, the rule for its body, its route, the jobs that it brings
 * (one, an array, or a stream of lines), the answer or the refusal, and the limits of HTTP.
 */
@NullMarked
package io.duetime.server.http.call;

import org.jspecify.annotations.NullMarked;
