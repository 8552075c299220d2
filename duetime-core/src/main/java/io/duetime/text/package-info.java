/**
 * Writes durations, URIs and texts of others for people, and reads what they write; files that only
 * their owner may read.
 */
@NullMarked
package io.duetime.text;

import org.jspecify.annotations.NullMarked;
