/**
 * Keeps what belongs to a queue or a store as a whole: settings, recurring definitions, numbers,
 * documents, deletion, maintenance, and what an export contains.
 */
@NullMarked
package io.duetime.redis.internal.admin;

import org.jspecify.annotations.NullMarked;
