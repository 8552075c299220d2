/**
 * What all engines have in common: what they refuse before they do anything, what they say of a
 * queue that does not exist, and how they tell watchers.
 */
@NullMarked
package io.duetime.engine.support;

import org.jspecify.annotations.NullMarked;
