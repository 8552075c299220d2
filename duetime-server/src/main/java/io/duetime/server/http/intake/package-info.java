/**
 * Reads jobs that come many at a time: batches in one body, and streams of lines that are answered
 * while they arrive. Holds the keys that make repeating them safe.
 */
@NullMarked
package io.duetime.server.http.intake;

import org.jspecify.annotations.NullMarked;
