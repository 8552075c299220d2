/** The settings of a queue, declared once for all their forms. */
@NullMarked
package io.duetime.internal.settings;

import org.jspecify.annotations.NullMarked;
