/**
 * Writes durations, URIs and texts of others for people, and reads what they write; throws nothing.
 */
@NullMarked
package io.duetime.internal.text;

import org.jspecify.annotations.NullMarked;
