@NullMarked
package io.duetime.handover;

import org.jspecify.annotations.NullMarked;
