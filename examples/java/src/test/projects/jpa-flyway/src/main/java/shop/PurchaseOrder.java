package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "orders")
@EntityListeners(OrderEvents.class)
class PurchaseOrder {
  @Id String id;
  String state = "OPEN";

  PurchaseOrder() {}

  PurchaseOrder(String id) {
    this.id = id;
  }
}
